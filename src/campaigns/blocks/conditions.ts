// Conditions of blocks that ask for what no subscriber of the list has. Pure.
import type { BlocksDocument } from '../../blocks/document/schema.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';

/** Adds a fault for each of them: what is no merge tag would be sent as written, to everybody. */
export function noteUnknownFields(blocks: string, isKnown: (tag: string) => boolean, faults: Faults): void {
  for (const [index, block] of (JSON.parse(blocks) as BlocksDocument).blocks.entries()) {
    if (block.kind === 'condition' && !isKnown(block.field))
      faults[`template.blocks.blocks[${index}].field`] = say('campaign-condition-field', { field: block.field });
  }
}
