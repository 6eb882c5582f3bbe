package pagemark.dynamodb.table;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEType;

/// What the table of a generation is created with: the most that it may cost, and its key. Beyond
/// the limits DynamoDB throttles: pages fail, and the stream waits.
///
/// @param readUnits a second; null if there is no limit
/// @param writeUnits a second; null if there is no limit
/// @param kmsKey the ARN of the KMS key that encrypts it; null for a key that AWS owns. Whoever
///   creates the table needs the right to let DynamoDB use the key
public record TableSettings(
    @Nullable Long readUnits, @Nullable Long writeUnits, @Nullable String kmsKey) {
  public static final TableSettings DEFAULT = new TableSettings(null, null, null);

  @Nullable OnDemandThroughput throughput() {
    return readUnits == null && writeUnits == null
        ? null
        : OnDemandThroughput.builder()
            .maxReadRequestUnits(readUnits)
            .maxWriteRequestUnits(writeUnits)
            .build();
  }

  @Nullable SSESpecification encryption() {
    return kmsKey == null
        ? null
        : SSESpecification.builder()
            .enabled(true)
            .sseType(SSEType.KMS)
            .kmsMasterKeyId(kmsKey)
            .build();
  }
}
