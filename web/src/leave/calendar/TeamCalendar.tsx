export const TeamCalendar = () => null
