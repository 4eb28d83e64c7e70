export const MyLeave = () => null
