// A relay's settings as plain data, between the request or command and the row.
import type { NewRelayRow } from '../storage/tables/delivery.ts';
import type { TlsMode } from './rules.ts';
import { type Quotas, sealPassword, type WarmUp } from './usable.ts';

export type RelaySettings = {
  name: string;
  host: string;
  port: number;
  tls: TlsMode;
  verifyTls: boolean;
  username: string | null;
  /** A new one; null = none; undefined = unchanged. */
  password: string | null | undefined;
  heloName: string | null;
  lanes: number;
  messagesPerConnection: number | null;
  priority: number;
  weight: number;
  quotas: Quotas;
  warmUp: WarmUp | null;
  status: 'active' | 'inactive';
  guarded: boolean;
};

type SettingColumns = Omit<
  NewRelayRow,
  'id' | 'number' | 'customer_id' | 'fault' | 'fault_at' | 'created_at' | 'updated_at'
>;

/** The columns of these settings; the password is encrypted, and left out when unchanged. */
export function settingsColumns(settings: RelaySettings, secret: string): SettingColumns {
  const { password, quotas } = settings;
  return {
    name: settings.name,
    host: settings.host,
    port: settings.port,
    tls: settings.tls,
    verify_tls: settings.verifyTls ? 1 : 0,
    username: settings.username,
    ...(password !== undefined && { password: password === null ? null : sealPassword(secret, password) }),
    helo_name: settings.heloName,
    lanes: settings.lanes,
    messages_per_connection: settings.messagesPerConnection,
    priority: settings.priority,
    weight: settings.weight,
    per_second: quotas.perSecond,
    per_minute: quotas.perMinute,
    per_hour: quotas.perHour,
    per_day: quotas.perDay,
    per_month: quotas.perMonth,
    warm_up: settings.warmUp === null ? null : JSON.stringify(settings.warmUp),
    status: settings.status,
    guarded: settings.guarded ? 1 : 0,
  };
}
