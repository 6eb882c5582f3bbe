package pagemark.dynamodb.table;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;

/// The most that the table of a generation may cost. Beyond it DynamoDB throttles: pages fail, and
/// the stream waits.
///
/// @param readUnits a second; null if there is no limit
/// @param writeUnits a second; null if there is no limit
public record CostCap(@Nullable Long readUnits, @Nullable Long writeUnits) {
  public static final CostCap NONE = new CostCap(null, null);

  @Nullable OnDemandThroughput throughput() {
    return equals(NONE)
        ? null
        : OnDemandThroughput.builder()
            .maxReadRequestUnits(readUnits)
            .maxWriteRequestUnits(writeUnits)
            .build();
  }
}
