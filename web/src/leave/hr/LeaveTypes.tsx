export const LeaveTypes = () => null
