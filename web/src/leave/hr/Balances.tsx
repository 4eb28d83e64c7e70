export const Balances = () => null
