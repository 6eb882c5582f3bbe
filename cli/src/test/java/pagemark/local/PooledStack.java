package pagemark.local;

import java.util.function.Consumer;
import java.util.function.Function;
import pagemark.embedded.DynamoDbLocal;
import pagemark.local.LocalStack.LocalOptions;
import pagemark.state.DatabasePool;

/// Starts local stacks for tests, each on a DynamoDB Local of the pool.
public final class PooledStack {
  private PooledStack() {}

  /// As [LocalStack#start(LocalOptions, Consumer)].
  ///
  /// @param options with data in memory, and any port for DynamoDB Local
  public static LocalStack start(LocalOptions options, Consumer<String> log) {
    return LocalStack.start(options, PooledStack::borrow, log);
  }

  /// Starts a stack like [LocalStack#start(LocalOptions, Consumer)], but on a server that the
  /// caller provides.
  public static LocalStack startOn(
      Function<DynamoDbLocal.Options, DynamoDbLocal> server,
      LocalOptions options,
      Consumer<String> log) {
    return LocalStack.start(options, server, log);
  }

  private static DynamoDbLocal borrow(DynamoDbLocal.Options options) {
    if (!options.equals(DynamoDbLocal.Options.inMemory())) {
      throw new IllegalArgumentException(options + " needs a server of its own");
    }
    return DatabasePool.borrow();
  }
}
