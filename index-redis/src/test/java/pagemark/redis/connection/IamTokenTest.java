package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.index.SignedToken;
import pagemark.redis.connection.IamTokens.IamToken;
import pagemark.redis.connection.IndexUrl.CacheUser;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.regions.Region;

/// Checks that tokens are signed by Signature Version 4 in the query; see [SignedToken].
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
    assertEquals(64, new SignedToken(token).signature().length());
    assertEquals(
        Map.of(
            "Action", "connect",
            "User", "pagemark-api",
            "X-Amz-Algorithm", "AWS4-HMAC-SHA256",
            "X-Amz-Credential", "AKIDEXAMPLE/20261121/eu-central-1/elasticache/aws4_request",
            "X-Amz-Date", "20261121T060708Z",
            "X-Amz-Expires", "900",
            "X-Amz-SignedHeaders", "host"),
        new SignedToken(token).signed());
  }

  @Test
  void saysWhereTheCacheIsServerless() {
    assertEquals(
        "ServerlessCache", new SignedToken(token(SERVERLESS, WHO)).signed().get("ResourceType"));
    assertFalse(new SignedToken(token(NODES, WHO)).signed().containsKey("ResourceType"));
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
        new SignedToken(token(NODES, session)).signed().get("X-Amz-Security-Token"));
  }

  @Test
  void isAnotherForEachUserCacheAndTime() {
    String token = token(NODES, WHO);
    assertEquals(token, token(NODES, WHO));
    assertNotEquals(
        new SignedToken(token).signature(),
        new SignedToken(token(new CacheUser("pagemark-sync", "Shop-Index", false), WHO))
            .signature());
    assertNotEquals(
        new SignedToken(token).signature(),
        new SignedToken(token(new CacheUser("pagemark-api", "shop", false), WHO)).signature());
    assertNotEquals(
        new SignedToken(token).signature(),
        new SignedToken(IamToken.sign(NODES, WHO, Region.EU_CENTRAL_1, () -> TIME.plusSeconds(1)))
            .signature());
  }

  private static void assertSigned(String token, AwsCredentials who) throws Exception {
    SignedToken signed = new SignedToken(token);
    assertEquals(signed.signatureBy(who.secretAccessKey()), signed.signature());
  }
}
