package vitaran;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Cipher;

/** {@code X-Cf-Signature} of a caller without a listed IP address. A client with a public key makes its own. */
public final class IdentitySignature {
  private IdentitySignature() {}

  /**
   * Client id and Unix seconds, encrypted with the public key of the key pair (RSA-OAEP, SHA-1), in Base64. The server
   * takes it for ten minutes.
   *
   * @throws InvalidInputException for a key that is no PEM
   */
  public static String sign(String clientId, String publicKeyPem, Instant now) {
    String text = clientId + "." + now.getEpochSecond();
    try {
      Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
      cipher.init(Cipher.ENCRYPT_MODE, readKey(publicKeyPem));
      return Base64.getEncoder().encodeToString(cipher.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException | IllegalArgumentException wrong) {
      throw new InvalidInputException(
          "publicKey: not a public RSA key in PEM (" + wrong.getMessage() + ")", "publicKey");
    }
  }

  private static PublicKey readKey(String pem) throws GeneralSecurityException {
    String base64 = pem.replaceAll("-----(BEGIN|END) PUBLIC KEY-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }
}
