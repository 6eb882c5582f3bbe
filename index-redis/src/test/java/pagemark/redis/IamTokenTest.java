package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.regions.Region;

/// Tokens are what Signature Version 4 says of a request whose query is signed: here it is computed
/// anew, by the steps of its description, from the token's own parts.
final class IamTokenTest {
  private static final Instant TIME = Instant.parse("2026-11-21T06:07:08.9Z");
  private static final AwsCredentials WHO = AwsBasicCredentials.create("AKIDEXAMPLE", "secret/+=");
  private static final CacheUser NODES = new CacheUser("pagemark-api", "Shop-Index", false);
  private static final CacheUser SERVERLESS = new CacheUser("pagemark-api", "Shop-Index", true);

  private static String token(CacheUser user, AwsCredentials who) {
    return IamToken.sign(user, who, Region.EU_CENTRAL_1, () -> TIME);
  }

  @Test
  void isARequestToConnectAsTheUserThatIsGoodForFifteenMinutes() {
    String token = token(NODES, WHO);
    assertTrue(token.startsWith("shop-index/?Action=connect&User=pagemark-api&X-Amz-"), token);
    SortedMap<String, String> parameters = parameters(token);
    assertEquals(64, String.valueOf(parameters.remove("X-Amz-Signature")).length());
    assertEquals(
        Map.of(
            "Action", "connect",
            "User", "pagemark-api",
            "X-Amz-Algorithm", "AWS4-HMAC-SHA256",
            "X-Amz-Credential", "AKIDEXAMPLE/20261121/eu-central-1/elasticache/aws4_request",
            "X-Amz-Date", "20261121T060708Z",
            "X-Amz-Expires", "900",
            "X-Amz-SignedHeaders", "host"),
        decoded(parameters));
  }

  @Test
  void saysWhereTheCacheIsServerless() {
    assertEquals("ServerlessCache", parameters(token(SERVERLESS, WHO)).get("ResourceType"));
    assertFalse(parameters(token(NODES, WHO)).containsKey("ResourceType"));
  }

  @Test
  void isSignedAsDescribed() throws Exception {
    AwsCredentials session =
        AwsSessionCredentials.create("ASIAEXAMPLE", "secret", "a+session/token==");
    assertSigned(token(NODES, WHO), WHO);
    assertSigned(token(SERVERLESS, WHO), WHO);
    assertSigned(token(SERVERLESS, session), session);
    assertEquals(
        "a+session/token==",
        decoded(parameters(token(NODES, session))).get("X-Amz-Security-Token"));
  }

  @Test
  void isAnotherForEachUserCacheAndTime() {
    String token = token(NODES, WHO);
    assertEquals(token, token(NODES, WHO));
    assertNotEquals(
        signature(token),
        signature(token(new CacheUser("pagemark-sync", "Shop-Index", false), WHO)));
    assertNotEquals(
        signature(token), signature(token(new CacheUser("pagemark-api", "shop", false), WHO)));
    assertNotEquals(
        signature(token),
        signature(IamToken.sign(NODES, WHO, Region.EU_CENTRAL_1, () -> TIME.plusSeconds(1))));
  }

  private static String signature(String token) {
    return String.valueOf(parameters(token).get("X-Amz-Signature"));
  }

  private static void assertSigned(String token, AwsCredentials who) throws Exception {
    SortedMap<String, String> query = parameters(token);
    String signature = query.remove("X-Amz-Signature");
    StringBuilder canonical = new StringBuilder();
    query.forEach(
        (name, value) ->
            canonical
                .append(canonical.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(value));
    String host = token.substring(0, token.indexOf('/'));
    String request = "GET\n/\n%s\nhost:%s\n\nhost\n%s".formatted(canonical, host, hex(sha256("")));
    String scope = "20261121/eu-central-1/elasticache/aws4_request";
    String toSign =
        "AWS4-HMAC-SHA256\n20261121T060708Z\n%s\n%s".formatted(scope, hex(sha256(request)));
    byte[] key = ("AWS4" + who.secretAccessKey()).getBytes(UTF_8);
    for (String part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    assertEquals(hex(hmac(key, toSign)), signature);
  }

  /// The parameters as they stand, still encoded.
  private static SortedMap<String, String> parameters(String token) {
    SortedMap<String, String> parameters = new TreeMap<>();
    for (String pair : token.substring(token.indexOf('?') + 1).split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      parameters.put(nameAndValue[0], nameAndValue[1]);
    }
    return parameters;
  }

  private static Map<String, String> decoded(Map<String, String> parameters) {
    Map<String, String> decoded = new TreeMap<>();
    parameters.forEach((name, value) -> decoded.put(name, URLDecoder.decode(value, UTF_8)));
    return decoded;
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
