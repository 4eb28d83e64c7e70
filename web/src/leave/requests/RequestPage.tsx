export const RequestDetails = ({ leave_id: _ }: { leave_id: string }) => null
