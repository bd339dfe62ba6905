package vitaran;

import java.util.Map;

/**
 * What a genuine webhook says.
 *
 * @param type {@code TRANSFER_SUCCESS}, for example
 * @param id of the message; the same when it is sent again, so that you act once. Only the Standard Webhooks signature
 *     covers it: with a client secret alone, go by the ids in {@code data}. Null where the sender gave none
 * @param data the event's fields: text, true and false, lists and maps. Numbers are their exact text
 */
public record WebhookEvent(String type, String id, Map<String, Object> data) {}
