package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AuditRequestTest {
  @Test
  void requestsOutOfBoundsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(Map.of("sample", "all")));
    assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(Map.of("listings", "x")));
    assertEquals(
        new AuditRequest.OfAudit("comments", 0.5, true, false, null),
        AuditRequest.of(Map.of("listing", "comments", "sample", 0.5, "repair", true)));
  }

  @Test
  void aRequestForWhatIsReadByKeyNamesNoListing() {
    AuditRequest.OfOne request =
        (AuditRequest.OfOne)
            AuditRequest.of(
                Map.of("token", "t", "input", Map.of("readByKey", true, "sample", 0.01)));
    assertEquals(new AuditRequest.OfOne(true, 0.01, false, "t"), request);
    assertEquals(Optional.empty(), request.choose(List.of()));
    assertEquals(Optional.of("orders"), request.choose(List.of("orders")));
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("readByKey", true),
            Map.of("readByKey", "yes", "token", "t"),
            Map.of("readByKey", true, "token", "t", "listing", "orders"))) {
      assertThrows(IllegalArgumentException.class, () -> AuditRequest.of(wrong), wrong::toString);
    }
  }
}
