// Endpoint for the confirmation mail of a list, to look at before somebody gets it.
import { z } from 'zod';
import { getCustomer } from '../../accounts/queries.ts';
import { framed, frameHeaders } from '../../content/frame/framed.ts';
import { frameAnswer, frameMembers, readFrame } from '../../content/frame/wire.ts';
import type { Route } from '../../http/route.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { confirmationMail } from './mail.ts';
import { languageOfMail } from './send.ts';

const preview: Route = {
  name: 'previewConfirmationMail',
  method: 'GET',
  path: '/lists/:list_uid/confirmation-mail.html',
  needs: 'read',
  summary: 'Get the confirmation email of a list as a page for a frame',
  about: 'For `<iframe sandbox>`. In the language of the list, or else the customer’s; its link leads nowhere.',
  group: 'Lists',
  query: z.object(frameMembers),
  fileType: 'text/html',
  status: 200,
  answer: frameAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const customer = await getCustomer(call.db, list.customer_id);
    const mail = confirmationMail(list, languageOfMail(list, null, customer), `${call.baseUrl}/k/example`);
    const options = readFrame(call.query);
    return { status: 200, page: framed(mail.html, options), headers: frameHeaders(options) };
  },
};

export const confirmationMailRoutes: Route[] = [preview];
