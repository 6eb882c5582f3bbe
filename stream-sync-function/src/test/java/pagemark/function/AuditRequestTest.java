package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
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
}
