export const Requests = () => null
