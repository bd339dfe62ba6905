package vitaran;

import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets as they arrive from environment files, secret stores and copies of the dashboard: what is certainly not part of
 * one is cut off, and what cannot be one is refused with a sentence about the secret, when the client is made. The table
 * in {@code sdk/vectors/secrets.json} holds for the libraries of all languages.
 */
final class Secrets {
  private static final String BLANK =
      "[\\x00-\\x20\\x85\\xa0\\u1680\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]+";

  /** White space of every kind, and marks that are not seen. */
  private static final Pattern AROUND = Pattern.compile("\\A" + BLANK + "|" + BLANK + "\\z");

  private static final Pattern QUOTED =
      Pattern.compile("\"(.*)\"|'(.*)'|`(.*)`|\u201c(.*)\u201d|\u2018(.*)\u2019", Pattern.DOTALL);

  /** Programs write these words where a variable is not set. */
  private static final Set<String> UNSET = Set.of("undefined", "null", "none", "nil", "nan", "true", "false");

  private Secrets() {}

  /** @throws InvalidInputException when it is empty, or certainly something else than a client secret */
  static String readClientSecret(String given, String field) {
    String secret = cut(given, field);
    if (secret.startsWith("whsec_")) {
      throw new InvalidInputException(field + " is a webhook secret: give it as webhookSecret", field);
    }
    if (secret.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidInputException(
          field + " is more than one line, or holds characters that no secret has", field);
    }
    return secret;
  }

  /** The bytes behind a Standard Webhooks secret; never none, for anyone can sign with an empty key. */
  static byte[] readWebhookKey(String given) {
    String field = "webhookSecret";
    // Beside a signature stands its version, which some people copy with the secret.
    String text = cut(given, field).replaceFirst("^v1,(?=whsec_)", "");
    String key = cut(text.replaceFirst("^whsec_", ""), field).replaceFirst("=+$", "");
    if (key.isEmpty()) throw new InvalidInputException(field + " is empty", field);
    if (!key.matches("[A-Za-z0-9+/]+") || key.length() % 4 == 1) {
      throw new InvalidInputException(field + " is not whsec_ with a key in Base64", field);
    }
    return Base64.getDecoder().decode(key);
  }

  private static String cut(String given, String field) {
    if (given == null) throw new InvalidInputException(field + " is null, not a text", field);
    String secret = given;
    for (String before = null; !secret.equals(before); ) {
      before = secret;
      secret = AROUND.matcher(secret).replaceAll("");
      Matcher quoted = QUOTED.matcher(secret);
      if (quoted.matches()) secret = secret.substring(1, secret.length() - 1);
    }
    if (secret.isEmpty()) throw new InvalidInputException(field + " is empty", field);
    if (UNSET.contains(secret.toLowerCase(Locale.ROOT))) {
      throw new InvalidInputException(
          field + " is the word " + secret + ": its variable is probably not set", field);
    }
    return secret;
  }
}
