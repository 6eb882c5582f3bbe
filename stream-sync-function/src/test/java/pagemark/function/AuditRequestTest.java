package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import pagemark.audit.AuditSettings;
import pagemark.function.AuditHandler.Request;

final class AuditRequestTest {
  private static AuditSettings settings(Map<String, Object> event) {
    return Request.of(event).settings(Duration.ZERO, Instant.MAX);
  }

  @Test
  void requestsOutOfBoundsAreRefused() {
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("sample", "all"),
            Map.of("draws", 0.5),
            Map.of("listings", "x"),
            Map.of("input", "x"),
            Map.of("input", Map.of("keys", true)),
            Map.of("action", "stats", "listing", "orders", "draws", 5),
            Map.of("draws", 10, "sample", 0.5))) {
      assertThrows(IllegalArgumentException.class, () -> settings(wrong), wrong::toString);
    }
    assertEquals(
        new AuditSettings(0.5, 0, 4, true, Duration.ZERO, Instant.MAX),
        settings(Map.of("listing", "comments", "sample", 0.5, "repair", true)));
  }

  @Test
  void aRequestForWhatIsReadByKeyNamesNoListing() {
    Map<String, Object> event =
        Map.of("token", "t", "input", Map.of("readByKey", true, "draws", 100));
    Request request = Request.of(event);
    assertEquals(true, request.readByKey());
    assertEquals(new AuditSettings(1, 100, 4, false, Duration.ZERO, Instant.MAX), settings(event));
    assertEquals(List.of(), request.choose(List.of()));
    assertEquals(1, request.choose(List.of("orders", "notes")).size());
    Request all = Request.of(Map.of("token", "t", "readByKey", true));
    assertEquals(List.of("notes", "orders"), all.choose(List.of("notes", "orders")));
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("readByKey", true),
            Map.of("readByKey", "yes", "token", "t"),
            Map.of("readByKey", true, "token", "t", "listing", "orders"))) {
      assertThrows(IllegalArgumentException.class, () -> Request.of(wrong), wrong::toString);
    }
  }
}
