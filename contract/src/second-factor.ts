import { z } from 'zod'
import { Me } from './auth.ts'
import { Detail, entry, id, idText, ruled, secret, timestamp } from './common.ts'
import { everywhere, workspace } from './endpoint.ts'
import { codeOf, codeRule, lineRule, optionalEntryRule } from './rules.ts'

/** An app that shows codes, or a passkey, by which a person proves themselves after their password. */
export const Authenticator = z.object({
  id,
  kind: z.enum(['app', 'passkey']),
  name: z.string(),
  created_at: timestamp,
  used_at: timestamp.nullable(),
})
export type Authenticator = z.output<typeof Authenticator>

export const SecondFactor = z.object({
  authenticators: z.array(Authenticator),
  /** The number of recovery codes that are left. */
  recovery_codes: z.number().int(),
  /** True if the workspace, or the platform, requires one of this person. */
  is_required: z.boolean(),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** New recovery codes, which are shown once. Null if there are some already. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })

const notAPasskey = 'Send a passkey.'
/** A text of the browser's. Post-quantum signatures have several thousand characters. */
const base64url = z
  .string(notAPasskey)
  .regex(/^[\w-]+$/, notAPasskey)
  .max(20_000, notAPasskey)
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key', notAPasskey),
  clientExtensionResults: z.looseObject({}, notAPasskey),
  authenticatorAttachment: z.enum(['cross-platform', 'platform'], notAPasskey).nullish(),
}

/** The browser's answer to a new passkey, as WebAuthn's JSON has it. */
const NewCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(z.string(notAPasskey).max(30, notAPasskey), notAPasskey).max(10, notAPasskey).optional(),
      },
      notAPasskey,
    ),
  },
  notAPasskey,
)
/** The browser's answer to a log-in with a passkey, as WebAuthn's JSON has it. */
const UsedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullish(),
      },
      notAPasskey,
    ),
  },
  notAPasskey,
)

/** Options of WebAuthn, as JSON. The browser understands them. */
const Options = z.looseObject({ challenge: z.string() })

/** The body of the 401 that asks for the second factor. `passkey` is null if the person has no passkey. */
export const SecondFactorNeeded = z.object({
  detail: z.string(),
  code: z.literal('second_factor_required'),
  has_app: z.boolean(),
  passkey: Options.nullable(),
})
export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>

export const authenticatorRules = { name: lineRule({ max: 60 }), one_time_code: codeRule({ max: 20 }) }

/** Proof that this browser began the set-up, to be sent back. */
const setup = entry({ max: 1000 })
const name = ruled(authenticatorRules.name)

const own = { access: 'signed_in', not_in_demo: true, even_unpaid: true, even_without_second_factor: true } as const

export const secondFactor = {
  get: everywhere({
    route: 'GET /api/second-factor/',
    models: ['me'],
    access: 'signed_in',
    even_unpaid: true,
    even_without_second_factor: true,
    returns: SecondFactor,
  }),
  /** `address` is the `otpauth:` address that an app reads as a QR code, and `key` the same secret to type. */
  beginApp: everywhere({
    ...own,
    route: 'POST /api/second-factor/app/begin/',
    body: z.object({ password: secret }),
    returns: z.object({ setup: z.string(), key: z.string(), address: z.string() }),
  }),
  addApp: everywhere({
    ...own,
    route: 'POST /api/second-factor/app/',
    body: z.object({ setup, name, one_time_code: ruled(authenticatorRules.one_time_code) }),
    status: 201,
    returns: RecoveryCodes,
  }),
  beginPasskey: everywhere({
    ...own,
    route: 'POST /api/second-factor/passkey/begin/',
    body: z.object({ password: secret }),
    returns: z.object({ setup: z.string(), options: Options }),
  }),
  addPasskey: everywhere({
    ...own,
    route: 'POST /api/second-factor/passkey/',
    body: z.object({ setup, name, passkey: NewCredential }),
    status: 201,
    returns: RecoveryCodes,
  }),
  /** The last one takes the recovery codes with it. */
  remove: everywhere({
    ...own,
    route: 'POST /api/second-factor/:authenticator_id/remove/',
    params: z.object({ authenticator_id: idText }),
    body: z.object({ password: secret }),
    returns: Detail,
  }),
  /** Replaces all earlier ones. */
  renewCodes: everywhere({
    ...own,
    route: 'POST /api/second-factor/recovery-codes/',
    body: z.object({ password: secret }),
    returns: RecoveryCodes,
  }),
  /**
   * Ends a log-in that `POST /api/token/` answered 401 with `second_factor_required`. `one_time_code` is one of the app's, or a recovery code;
   * `passkey` takes its place.
   */
  logIn: everywhere({
    route: 'POST /api/token/second-factor/',
    access: 'public',
    not_in_demo: true,
    even_unpaid: true,
    body: z.object({
      one_time_code: ruled({ ...optionalEntryRule({ max: 50 }), clean: codeOf }).default(''),
      passkey: UsedCredential.optional(),
    }),
    returns: Me,
  }),
  /** For somebody who has lost theirs, with the caller's own password. The owner's is nobody else's business but the operator's. */
  reset: workspace({
    route: 'POST /api/people/:person_id/reset-second-factor/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: z.object({ person_id: idText }),
    body: z.object({ password: secret }),
    returns: Detail,
  }),
}
