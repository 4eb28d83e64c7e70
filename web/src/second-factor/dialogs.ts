// Loaded when the first of them opens.
export { AddApp } from './AddApp.tsx'
export { AddPasskey } from './AddPasskey.tsx'
export { ConfirmChange } from './ConfirmChange.tsx'
export { RecoveryCodes } from './RecoveryCodes.tsx'
