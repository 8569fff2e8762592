// The story of the examples: the brand, and mails of blocks.
import type { Teller } from './teller.ts';

/** A picture of one pixel, PNG. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function tellOfMedia({ tell }: Teller): Promise<void> {
  const { record } = (await tell('createMedia', { body: { name: 'mill.png', file: PIXEL } })).data;
  const media = { media_uid: record.media_uid as string };
  await tell('updateMedia', { params: media, body: { alt: 'The mill by the river' } });
  await tell('listMedia');
  await tell('getMedia', { params: media });
  await tell('deleteMedia', { params: media });
}

export async function tellOfBlocks(teller: Teller): Promise<void> {
  const { tell } = teller;
  await tellOfMedia(teller);
  await tell('updateBrand', {
    body: {
      colors: { accent: '#1d6b70', on_accent: '#ffffff' },
      heading_font: 'georgia',
      logo: { src: 'https://www.example.com/logo.png', alt: 'Acme', width: 120 },
      footer: '<p>[COMPANY_FULL_ADDRESS]</p><p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></p>',
    },
  });
  await tell('getBrand');
  const block = { kind: 'footer', text: '<p>Acme Ltd, Dover</p>' };
  const { record } = (await tell('createSavedBlock', { body: { name: 'Footer', block } })).data;
  const saved = { saved_block_uid: record.saved_block_uid as string };
  const blocks = {
    version: 1,
    preheader: 'Three walks to begin with.',
    blocks: [
      { kind: 'heading', level: 1, text: 'Hello [FNAME]' },
      { kind: 'text', text: '<p>The paths are <strong>dry</strong> again.</p>' },
      { kind: 'button', text: 'Choose your day', href: 'https://www.example.com/walks' },
      { ...block, saved: saved.saved_block_uid },
    ],
  };
  await tell('showBlocks', { body: { blocks } });
  const { template_uid } = await tell('createTemplate', { body: { name: 'Walks', blocks } });
  await tell('getTemplateBlocks', { params: { template_uid } });
  const { campaign_uid } = await tell('createCampaign', {
    body: { name: 'Of blocks', status: 'draft', template: { blocks } },
  });
  await tell('getCampaignBlocks', { params: { campaign_uid } });
  await tell('updateSavedBlock', { params: saved, body: { block: { ...block, text: '<p>Acme Ltd, London</p>' } } });
  await tell('listSavedBlocks');
  await tell('updateDraftsOfSavedBlock', { params: saved, body: { after: 'WzAsMF0' } });
  await tell('getSavedBlock', { params: saved });
  await tell('deleteSavedBlock', { params: saved });
}
