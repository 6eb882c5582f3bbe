package pagemark.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

final class RefusalTest {
  private static final Refusal IAM =
      new Refusal(IndexUrl.of(URI.create("rediss://anna@host:6379?iam=shop")));

  /// A token that is refused is replaced once, so it must be known in all wordings.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "WRONGPASS invalid username-password pair or user is disabled.",
        "ERR AUTH failed: the token has expired",
        "ERR invalid-iam-credentials",
        "ERR Authentication failed, invalid-iam-credentials: X-Amz-Signature",
        "ERR invalid password",
        "ERR Client sent AUTH, but no password is set"
      })
  void aRefusedLoginIsKnownInAllWordings(String message) {
    JedisDataException error = new JedisDataException(message);
    assertTrue(Refusal.isOfLogin(error));
    assertTrue(Refusal.isOfLogin(new JedisConnectionException("no connection", error)));
    IndexException told = IAM.of(error);
    assertEquals(IndexException.Refused.class, told.getClass());
    assertTrue(String.valueOf(told.getMessage()).contains("the token has expired"));
    assertFalse(String.valueOf(told.getMessage()).contains("X-Amz"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR unknown command `AUTH`, with args beginning with: `anna`, ",
        "ERR AUTHORS is no command",
        "NOPERM this user has no permissions to run the 'evalsha' command",
        "LOADING Redis is loading the dataset in memory"
      })
  void otherErrorsAreNoRefusedLogin(String message) {
    assertFalse(Refusal.isOfLogin(new JedisDataException(message)));
  }
}
