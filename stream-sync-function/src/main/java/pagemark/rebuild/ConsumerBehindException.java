package pagemark.rebuild;

/// No generation was begun, because the stream's consumer is far behind the table and does not come
/// closer. The state machine of rebuilds does not retry this, as a person must help the consumer
/// first.
public final class ConsumerBehindException extends RebuildException {
  ConsumerBehindException(String message) {
    super(message, null);
  }
}
