package pagemark.local.pump;

import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/// A stream that a pump follows, and how.
public final class FollowedStream {
  private final DynamoStream records;
  private final PumpSettings settings;

  private FollowedStream(DynamoDbStreamsClient client, String arn, PumpSettings settings) {
    this.records = new DynamoStream(client, arn, settings.batchSize());
    this.settings = settings;
  }

  /// A stream on this machine.
  public static FollowedStream local(DynamoDbStreamsClient client, String arn) {
    return new FollowedStream(client, arn, PumpSettings.LOCAL);
  }

  /// A stream elsewhere, which is asked less often.
  public static FollowedStream remote(DynamoDbStreamsClient client, String arn) {
    return new FollowedStream(client, arn, PumpSettings.REMOTE);
  }

  RecordStream records() {
    return records;
  }

  PumpSettings settings() {
    return settings;
  }
}
