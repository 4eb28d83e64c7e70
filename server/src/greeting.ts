import type { Config } from './config.ts'
import { demoPassword, demoPeople, superAdmin } from './demo/people.ts'

/** Prints the addresses and the demonstration's log-ins for the person who started the server. */
export function greet(config: Config) {
  const lines = ['', `  Atrium is ready at ${config.public_url}`, '']
  if (!config.production && !config.smtp_url)
    lines.push(`  Mailbox       ${config.public_url}/dev/mail   (mails are kept here, none is sent)`)
  if (config.demo) lines.push(`  Demo          ${config.workspaceUrl('demo')}/login`)
  if (config.demo && !config.production) {
    for (const { email, title } of demoPeople) lines.push(`    ${title.padEnd(18)} ${email.padEnd(22)} ${demoPassword}`)
    lines.push(
      `  Super Admin   ${config.public_url}/login`,
      `    ${''.padEnd(18)} ${superAdmin.email.padEnd(22)} ${demoPassword}`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
