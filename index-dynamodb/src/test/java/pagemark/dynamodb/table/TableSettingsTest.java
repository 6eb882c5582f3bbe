package pagemark.dynamodb.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;

final class TableSettingsTest {
  @Test
  void aTableHasNoLimitAndAKeyOfAwsByDefault() {
    assertNull(TableSettings.DEFAULT.throughput());
    assertNull(TableSettings.DEFAULT.encryption());
  }

  @Test
  void aKeyAloneSetsNoLimitAndALimitAloneNoKey() {
    TableSettings encrypted = new TableSettings(null, null, "key");
    assertNull(encrypted.throughput());
    assertEquals(
        SSESpecification.builder().enabled(true).sseType("KMS").kmsMasterKeyId("key").build(),
        encrypted.encryption());
    TableSettings limited = new TableSettings(null, 7L, null);
    assertNull(limited.encryption());
    assertEquals(
        OnDemandThroughput.builder().maxWriteRequestUnits(7L).build(), limited.throughput());
  }
}
