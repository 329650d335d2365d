/** What both logs say, in English. */
export const message = {
  accepted: 'Accepted by the gateway',
  answer: 'Answer to attempt %{number}',
  attempt: 'Attempt %{number}',
  attempts: 'Attempts',
  log: 'Log',
  log_of: 'Log: %{name}',
  masked: 'Codes and links are masked.',
  own: 'Account centre',
  partly:
    '%{smart_count} sent again. The others not: %{reason} |||| %{smart_count} sent again. The others not: %{reason}',
  resend: 'Send again',
  resent:
    '%{smart_count} message is sent again now. |||| %{smart_count} messages are sent again now.',
  select: 'Select',
  said: 'Text',
  unsaid: 'Its text is known once an attempt was made.',
  untried: 'It was not tried yet.',
  window: 'A part of a text is sought among the newest 10,000 that meet the other filters.',
  failures: {
    content: 'Its content can no longer be read',
    denied: 'A private address, not allowed by outbound.allow',
    file: 'The file could not be written',
    later: 'The gateway could not take it at that moment',
    refused: 'The gateway refused it',
    tls: 'The gateway could not prove its identity',
    unconfigured: 'No gateway is set up for it',
    unreachable: 'The gateway could not be reached',
  },
  states: { failed: 'Not delivered', sent: 'Accepted by the gateway', waiting: 'Waiting' },
}

/** What their columns and filters are called. */
export const fields = {
  createTime: 'Queued',
  endTime: 'To',
  purpose: 'Purpose, system',
  sendCount: 'Sent',
  softId: 'System',
  startTime: 'From',
  state: 'State',
}
