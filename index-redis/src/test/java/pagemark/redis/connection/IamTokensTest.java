package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import pagemark.redis.connection.IamTokens.IamToken;
import pagemark.redis.connection.IndexUrl.CacheUser;
import redis.clients.jedis.SslOptions;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

final class IamTokensTest {
  private static final CacheUser USER = new CacheUser("pagemark-api", "index", true);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-21T10:00:00Z"));
  private final IamTokens tokens =
      IamTokens.of(
          USER,
          new Platform(
              now::get,
              () -> StaticCredentialsProvider.create(TokenCache.WHO),
              () -> TokenCache.REGION,
              SslOptions.defaults()));

  private String token() {
    assertEquals("pagemark-api", tokens.get().getUser());
    return new String(tokens.get().getPassword());
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Test
  void aTokenServesForAThirdOfItsLife() {
    String first = token();
    pass(Duration.ofMinutes(5).minusMillis(1));
    assertEquals(first, token());
    pass(Duration.ofMillis(1));
    assertNotEquals(first, token());
    assertTrue(IamTokens.USE_MAX.multipliedBy(3).compareTo(IamToken.LIFE) <= 0);
  }

  @Test
  void aTokenServesNoLongerWhereTheClockIsSetBack() {
    pass(Duration.ofHours(1));
    String ahead = token();
    pass(Duration.ofHours(-1));
    assertNotEquals(ahead, token());
  }

  @Test
  void aTokenThatWasRefusedIsNotUsedAgain() {
    String first = token();
    pass(Duration.ofSeconds(1));
    assertEquals(first, token());
    tokens.forget();
    assertNotEquals(first, token());
  }

  @Test
  void credentialsAndRegionAreThoseOfTheDefaultChains() {
    Map<String, String> properties =
        Map.of(
            "aws.accessKeyId", "AKIDOFCHAIN",
            "aws.secretAccessKey", "secret",
            "aws.region", "eu-west-3");
    properties.forEach(System::setProperty);
    try {
      String token = new String(IamTokens.of(USER, Platform.DEFAULT).get().getPassword());
      assertTrue(token.contains("&X-Amz-Credential=AKIDOFCHAIN%2F"), token);
      assertTrue(token.contains("%2Feu-west-3%2Felasticache%2Faws4_request"), token);
    } finally {
      properties.keySet().forEach(System::clearProperty);
    }
  }
}
