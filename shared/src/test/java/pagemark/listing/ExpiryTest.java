package pagemark.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.listing.json.DefinitionReader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// When items expire: as DynamoDB's TTL says.
final class ExpiryTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final IndexDefinition SESSIONS = Definitions.SESSIONS.definition();

  private static boolean isExpired(AttributeValue value) {
    return SESSIONS.isExpired(Map.of("ttl", value), NOW);
  }

  private static boolean isExpired(String seconds) {
    return isExpired(fromN(seconds));
  }

  @Test
  void anItemExpiresWithItsSecond() {
    assertFalse(isExpired("1800000001"));
    assertTrue(isExpired("1800000000"));
    assertTrue(isExpired("1.8E9"), "another form of the number");
    assertTrue(isExpired("1800000000.0"));
    assertTrue(isExpired("1799999999"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1799999999.5", "1800000000000", "1E125"})
  void otherNumbersMeanNever(String number) {
    assertFalse(isExpired(number));
  }

  @Test
  void whatExpiredFiveYearsAgoMeansNever() {
    long fiveYears = Duration.ofDays(5 * 365).toSeconds();
    assertTrue(isExpired("" + (1_800_000_000 - fiveYears + 1)));
    assertFalse(isExpired("" + (1_800_000_000 - fiveYears)));
  }

  @Test
  void textsAndMissingValuesMeanNever() {
    assertFalse(isExpired(fromS("1799999999")));
    assertFalse(SESSIONS.isExpired(Map.of(), NOW));
    assertEquals(Optional.empty(), new Expiry("ttl").at(Map.of("ttl", fromS("x"))));
    assertEquals(Optional.empty(), new Expiry("ttl").at(Map.of("ttl", fromN("0"))));
    assertTrue(new Expiry("ttl").at(Map.of("ttl", fromN("253402300799"))).isPresent());
  }

  @Test
  void aStoredDefinitionIsTheSame() {
    assertEquals(SESSIONS, DefinitionReader.parse(SESSIONS.json()));
    assertTrue(SESSIONS.placingAttributes().contains("ttl"));
  }
}
