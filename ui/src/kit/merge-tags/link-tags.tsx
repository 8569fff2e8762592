// What a field of an address suggests.
import type { Completion } from './tag.ts';

/** Merge tags that give addresses. */
export function LinkTags({ id, tags }: { id: string; tags: readonly Completion[] }) {
  return (
    <datalist id={id}>
      {tags
        .filter(({ label }) => label.endsWith('_URL]'))
        .map(({ label, detail }) => (
          <option key={label} value={label}>
            {detail}
          </option>
        ))}
    </datalist>
  );
}
