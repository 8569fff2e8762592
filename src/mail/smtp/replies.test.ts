import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyReply, parseReply } from './replies.ts';

test('replies of one and several lines, with and without enhanced codes', () => {
  assert.deepEqual(parseReply('250 2.0.0 Ok: queued as 12AB'), {
    kind: 'reply',
    code: 250,
    enhanced: '2.0.0',
    text: 'Ok: queued as 12AB',
  });
  assert.deepEqual(parseReply('250 OK'), { kind: 'reply', code: 250, text: 'OK' });
  assert.deepEqual(parseReply('250'), { kind: 'reply', code: 250, text: '' });
  assert.deepEqual(parseReply('550-5.1.1 No such\n550-5.1.1 user\n550 5.1.1 here'), {
    kind: 'reply',
    code: 550,
    enhanced: '5.1.1',
    text: 'No such user here',
  });
  assert.deepEqual(parseReply('451 4.7.1'), { kind: 'reply', code: 451, enhanced: '4.7.1', text: '' });
});

test('a line may be its code alone, as it comes from the network', () => {
  assert.deepEqual(parseReply('250\r\n'), { kind: 'reply', code: 250, text: '' });
  assert.deepEqual(parseReply('354 \r\n'), { kind: 'reply', code: 354, text: '' });
  assert.deepEqual(parseReply('250-\r\n250-2.0.0 Ok\r\n250\r\n'), {
    kind: 'reply',
    code: 250,
    enhanced: '2.0.0',
    text: 'Ok',
  });
});

test('an enhanced code of another class is text', () => {
  assert.deepEqual(parseReply('450 5.1.1 busy'), { kind: 'reply', code: 450, text: '5.1.1 busy' });
  assert.deepEqual(parseReply('250 1.2.3.4 greets you'), { kind: 'reply', code: 250, text: '1.2.3.4 greets you' });
  assert.deepEqual(parseReply('550 5.1.1x no'), { kind: 'reply', code: 550, text: '5.1.1x no' });
});

test('what is no reply is not taken for one', () => {
  for (const raw of ['', 'hello', '99 x', '600 x', '2500 x', ' 250 x', '250x'])
    assert.equal(parseReply(raw), undefined, raw);
});

test('a message is accepted, deferred or rejected by its reply, uncertain when that is lost after the data', () => {
  const outcome = (raw: string) =>
    classifyReply(parseReply(raw) ?? { kind: 'lost', phase: 'before_data', text: '' }).outcome;
  assert.equal(outcome('250 ok'), 'accepted');
  assert.equal(outcome('354 go on'), 'deferred');
  assert.equal(outcome('421 closing'), 'deferred');
  assert.equal(outcome('451 later'), 'deferred');
  assert.equal(outcome('503 bad sequence'), 'deferred');
  assert.equal(outcome('550 no'), 'rejected');
  assert.equal(classifyReply({ kind: 'lost', phase: 'before_data', text: 'x' }).outcome, 'deferred');
  assert.equal(classifyReply({ kind: 'lost', phase: 'after_data', text: 'x' }).outcome, 'uncertain');
});

test('the record has one clean line', () => {
  const classified = classifyReply({ kind: 'reply', code: 550, enhanced: '5.1.1', text: `a\r\n\0b${'x'.repeat(600)}` });
  assert.equal(classified.text.length, 500);
  assert.match(classified.text, /^550 5\.1\.1 a bx+…$/);
  assert.deepEqual(classifyReply({ kind: 'reply', code: 250, text: '' }), {
    outcome: 'accepted',
    code: 250,
    enhanced: undefined,
    text: '250',
  });
});
