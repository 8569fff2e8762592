// All commands in the order of their listing. Each is loaded on demand, so that small ones start
// fast.
import type { Command } from './command.ts';

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/installation/serve.ts')).serveCommand,
  demo: async () => (await import('./commands/installation/demo.ts')).demoCommand,
  customer: async () => (await import('./commands/customer.ts')).customerCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  key: async () => (await import('./commands/key.ts')).keyCommand,
  webhook: async () => (await import('./commands/webhook.ts')).webhookCommand,
  suppression: async () => (await import('./commands/suppression.ts')).suppressionCommand,
  person: async () => (await import('./commands/person.ts')).personCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  switch: async () => (await import('./commands/switch.ts')).switchCommand,
  log: async () => (await import('./commands/log.ts')).logCommand,
  'retry-failed': async () => (await import('./commands/retry-failed.ts')).retryCommand,
  settle: async () => (await import('./commands/settle.ts')).settleCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  relay: async () => (await import('./commands/sending/relay.ts')).relayCommand,
  destination: async () => (await import('./commands/sending/destination.ts')).destinationCommand,
  domain: async () => (await import('./commands/sending/domain.ts')).domainCommand,
  mailbox: async () => (await import('./commands/sending/mailbox.ts')).mailboxCommand,
  provider: async () => (await import('./commands/sending/provider.ts')).providerCommand,
  returned: async () => (await import('./commands/sending/returned.ts')).returnedCommand,
  backup: async () => (await import('./commands/installation/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/installation/restore.ts')).restoreCommand,
  move: async () => (await import('./commands/installation/move.ts')).moveCommand,
  'rotate-secret': async () => (await import('./commands/installation/rotate-secret.ts')).rotateSecretCommand,
  doctor: async () => (await import('./commands/installation/doctor.ts')).doctorCommand,
};
