package pagemark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A token: a request whose query is signed, without its scheme. The test computes the signature
/// again from the token's parts, by the documented steps of Signature Version 4.
public record SignedToken(String token) {
  private static final String SIGNATURE = "X-Amz-Signature";

  public String signature() {
    return String.valueOf(parameters().get(SIGNATURE));
  }

  /// The other parameters, decoded.
  public Map<String, String> signed() {
    Map<String, String> signed = new TreeMap<>();
    parameters().forEach((name, value) -> signed.put(name, URLDecoder.decode(value, UTF_8)));
    signed.remove(SIGNATURE);
    return signed;
  }

  /// The signature that it should have.
  public String signatureBy(String secretKey) throws GeneralSecurityException {
    NavigableMap<String, String> query = parameters();
    query.remove(SIGNATURE);
    String canonical =
        query.entrySet().stream()
            .map(pair -> pair.getKey() + "=" + pair.getValue())
            .collect(Collectors.joining("&"));
    String host = token.substring(0, token.indexOf('/'));
    String request = "GET\n/\n%s\nhost:%s\n\nhost\n%s".formatted(canonical, host, hex(sha256("")));
    String credential = String.valueOf(signed().get("X-Amz-Credential"));
    String scope = credential.substring(credential.indexOf('/') + 1);
    String toSign =
        "AWS4-HMAC-SHA256\n%s\n%s\n%s"
            .formatted(query.get("X-Amz-Date"), scope, hex(sha256(request)));
    byte[] key = ("AWS4" + secretKey).getBytes(UTF_8);
    for (String part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    return hex(hmac(key, toSign));
  }

  /// The parameters, still encoded.
  private NavigableMap<String, String> parameters() {
    NavigableMap<String, String> parameters = new TreeMap<>();
    for (String pair : token.substring(token.indexOf('?') + 1).split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      parameters.put(nameAndValue[0], nameAndValue[1]);
    }
    return parameters;
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }

  private static byte[] sha256(String text) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
