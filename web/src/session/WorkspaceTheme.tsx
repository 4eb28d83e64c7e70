import { MantineProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { type ReactNode, useMemo } from 'react'
import { usePending } from '../api/data.ts'
import { FirstDayContext } from '../ui/form/firstDay.ts'
import { themeOf, variables } from '../ui/theme/theme.ts'
import { sessionQuery } from './session.ts'

type Props = { nonce: string; children: ReactNode }

/** Draws everything in the colour of the person's workspace, and in teal for guests. A new colour shows while it is being saved. */
export function WorkspaceTheme({ nonce, children }: Props) {
  const tenant = useQuery({ ...sessionQuery, enabled: false }).data?.me?.tenant
  const chosen = usePending(api.settings.update).findLast(({ body }) => body.accent)?.body.accent
  const accent = (tenant && chosen) ?? tenant?.accent ?? 'teal'
  const theme = useMemo(() => themeOf(accent), [accent])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <FirstDayContext value={tenant?.first_day ?? 1}>{children}</FirstDayContext>
    </MantineProvider>
  )
}
