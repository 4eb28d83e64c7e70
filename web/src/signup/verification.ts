import { api, brokenRules, codeFormat, emailRule, code as limits, problemOf, signupMessages } from 'contract'
import { useEffect, useReducer, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import type { Draft } from './draft.ts'
import { signUpMessageOf } from './messages.ts'

type State = {
  step: 'not_sent' | 'sent' | 'verified'
  isSending: boolean
  isVerifying: boolean
  /** When another code may be sent, in milliseconds. */
  waitsUntil: number
  sendsLeft: number
  attempts: number
  notice?: string
  error?: string
}

type Event =
  | { type: 'sending' | 'verifying' | 'verified' | 'error_cleared' | 'reset' }
  | { type: 'sent'; waitsUntil: number; sendsLeft: number; notice: string }
  | { type: 'failed'; error: string }
  | { type: 'wrong'; error: string; isLast: boolean }

const initial: State = {
  step: 'not_sent',
  isSending: false,
  isVerifying: false,
  waitsUntil: 0,
  sendsLeft: limits.sends_per_hour,
  attempts: 0,
}

const settled = ({ notice: _, error: __, ...state }: State): State => ({ ...state, isSending: false, isVerifying: false })

function next(state: State, event: Event): State {
  switch (event.type) {
    case 'sending':
      return { ...settled(state), isSending: true }
    case 'sent':
      return {
        ...settled(state),
        step: 'sent',
        attempts: 0,
        waitsUntil: event.waitsUntil,
        sendsLeft: event.sendsLeft,
        notice: event.notice,
      }
    case 'verifying':
      return { ...settled(state), isVerifying: true }
    case 'verified':
      return { ...settled(state), step: 'verified', notice: 'Email verified successfully!' }
    case 'wrong':
      return { ...settled(state), error: event.error, attempts: event.isLast ? limits.attempts : state.attempts + 1 }
    case 'failed':
      return { ...settled(state), error: event.error }
    case 'error_cleared': {
      const { error: _, ...rest } = state
      return rest
    }
    case 'reset':
      return { ...initial, sendsLeft: state.sendsLeft }
  }
}

/** Verifies an e-mail address with a mailed code. `kept` is the state from before a reload. */
export function useVerification(kept?: Draft['verification']) {
  const [state, dispatch] = useReducer(next, { ...initial, ...kept })
  const [now, setNow] = useState(Date.now)
  const wait = Math.min(limits.cooldown_seconds, Math.max(0, Math.ceil((state.waitsUntil - now) / 1000)))
  const isWaiting = wait > 0
  const isLocked = state.attempts >= limits.attempts

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const send = async (email: string) => {
    const problem = problemOf(emailRule, email)
    if (problem) return dispatch({ type: 'failed', error: problem })
    dispatch({ type: 'sending' })
    try {
      const { cooldown_seconds, sends_left } = await call(api.tenants.sendOtp, { body: { email } })
      setNow(Date.now())
      const waitsUntil = Date.now() + cooldown_seconds * 1000
      dispatch({ type: 'sent', waitsUntil, sendsLeft: sends_left, notice: 'OTP sent successfully!' })
    } catch (error) {
      dispatch({ type: 'failed', error: signUpMessageOf(error, 'Failed to send OTP') })
    }
  }

  const verify = async (email: string, otp: string) => {
    const [problem] = brokenRules([codeFormat], otp)
    if (problem) return dispatch({ type: 'failed', error: problem })
    dispatch({ type: 'verifying' })
    try {
      await call(api.tenants.verifyOtp, { body: { email, otp } })
      dispatch({ type: 'verified' })
    } catch (error) {
      const message = signUpMessageOf(error, 'OTP verification failed')
      const left = error instanceof Refused ? error.body.attempts_left : undefined
      if (!(error instanceof Refused) || error.status !== 400) return dispatch({ type: 'failed', error: message })
      const isLast = left === 0 || state.attempts + 1 >= limits.attempts
      dispatch({ type: 'wrong', isLast, error: isLast ? signupMessages.too_many_attempts : withLeft(message, left) })
    }
  }

  return {
    ...state,
    /** Seconds until another code may be sent. */
    wait,
    error: state.error ?? (isLocked ? signupMessages.too_many_attempts : undefined),
    isLocked,
    send,
    verify,
    clearError: () => dispatch({ type: 'error_cleared' }),
    forget: () => dispatch({ type: 'reset' }),
  }
}

const withLeft = (message: string, left: unknown) =>
  typeof left === 'number' ? `${message} ${left === 1 ? '1 attempt' : `${left} attempts`} left.` : message
