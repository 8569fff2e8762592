<?php
// A list, somebody on it, a campaign, how it went, and what a refusal looks like: with PHP's curl.
//
//   MAILWRIGHT_URL=http://127.0.0.1:8080 MAILWRIGHT_KEY=$(cat data/api-key) php story.php
declare(strict_types=1);

/** The server refused. `$error` is a text, or by member what is wrong with it. */
class Refused extends Exception
{
    public function __construct(public int $status, public string|array $error)
    {
        parent::__construct($status . ': ' . json_encode($error));
    }
}

function call(string $method, string $path, ?array $body = null): array
{
    $headers = ['X-Api-Key: ' . getenv('MAILWRIGHT_KEY')];
    $request = curl_init(getenv('MAILWRIGHT_URL') . '/api' . $path);
    curl_setopt_array($request, [CURLOPT_CUSTOMREQUEST => $method, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 60]);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
    }
    curl_setopt($request, CURLOPT_HTTPHEADER, $headers);
    $text = curl_exec($request);
    if ($text === false) {
        throw new RuntimeException('There was no answer: ' . curl_error($request));
    }
    $answer = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($status >= 400) {
        throw new Refused($status, $answer['error']);
    }
    return $answer;
}

// 1. a list
$listUid = call('POST', '/lists', [
    'general' => ['name' => 'Friends', 'description' => 'People I know', 'opt_in' => 'single'],
    'defaults' => ['from_name' => 'Ada', 'from_email' => 'ada@example.com', 'reply_to' => 'ada@example.com'],
])['list_uid'];
echo "list: made\n";

// 2. somebody on it
call('POST', "/lists/$listUid/subscribers", ['EMAIL' => 'bob@example.com', 'FNAME' => 'Bob']);
$query = http_build_query(['EMAIL' => 'bob@example.com']);
$found = call('GET', "/lists/$listUid/subscribers/search-by-email?$query");
echo "subscriber: bob@example.com is {$found['data']['status']}\n";

// 3. the campaign; a send_at that is past means now
$campaignUid = call('POST', '/campaigns', [
    'name' => 'Hello',
    'from_name' => 'Ada',
    'from_email' => 'ada@example.com',
    'reply_to' => 'ada@example.com',
    'subject' => 'Hello [FNAME]',
    'send_at' => '2026-01-01 09:00:00',
    'list_uid' => $listUid,
    'template' => ['content' => '<p>Dear [FNAME], <a href="https://example.com/news">read on</a>.</p>'],
    'options' => ['url_tracking' => 'yes'],
])['campaign_uid'];
echo "campaign: made\n";

// 4. how it went
for ($second = 0; $second < 60; $second++) {
    $stats = call('GET', "/campaigns/$campaignUid/stats")['data'];
    if ($stats['campaign_status'] === 'sent') {
        break;
    }
    sleep(1);
}
echo "stats: {$stats['campaign_status']}, {$stats['delivery_success_count']} of {$stats['subscribers_count']} accepted\n";

// 5. what is wrong is told by member, all faults at once
try {
    call('POST', "/lists/$listUid/segments", ['name' => '', 'operator_match' => 'some']);
} catch (Refused $refusal) {
    echo "refused: {$refusal->status}, name: {$refusal->error['name']}\n";
}
