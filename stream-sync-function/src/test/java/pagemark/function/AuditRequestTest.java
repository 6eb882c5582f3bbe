package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AuditRequestTest {
  @Test
  void requestsOutOfBoundsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(Map.of("sample", "all")));
    assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(Map.of("listings", "x")));
    assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(Map.of("input", "x")));
    AuditRequest both = AuditRequest.of(Map.of("draws", 10, "sample", 0.5));
    assertThrows(IllegalArgumentException.class, () -> both.settings(Duration.ZERO, Instant.MAX));
    assertEquals(
        new AuditRequest("audit", "comments", null, 0.5, 0, true, false, null),
        AuditRequest.of(Map.of("listing", "comments", "sample", 0.5, "repair", true)));
  }

  @Test
  void aRequestForWhatIsReadByKeyNamesNoListing() {
    AuditRequest request =
        AuditRequest.of(Map.of("token", "t", "input", Map.of("readByKey", true, "draws", 100)));
    assertEquals(new AuditRequest("audit", "", true, 1, 100, false, false, "t"), request);
    assertEquals(List.of(), request.choose(List.of()));
    assertEquals(1, request.choose(List.of("orders", "notes")).size());
    AuditRequest all = AuditRequest.of(Map.of("token", "t", "readByKey", true));
    assertEquals(List.of("notes", "orders"), all.choose(List.of("notes", "orders")));
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("readByKey", true),
            Map.of("readByKey", "yes", "token", "t"),
            Map.of("readByKey", true, "token", "t", "listing", "orders"))) {
      assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(wrong), wrong::toString);
    }
  }
}
