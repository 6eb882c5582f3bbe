package pagemark.embedded;

/// A program that starts both servers, or with an argument Redis alone, prints their pids and its
/// own, and never ends by itself.
final class BothServers {
  private BothServers() {}

  public static void main(String[] args) throws InterruptedException {
    DynamoDbLocal dynamoDb =
        args.length > 0 ? null : DynamoDbLocal.start(DynamoDbLocal.Options.inMemory());
    RedisServer redis = RedisServer.start(RedisServer.Options.inMemory());
    System.out.println(
        (dynamoDb == null ? "" : dynamoDb.process().pid() + " ")
            + redis.process().pid()
            + " "
            + ProcessHandle.current().pid());
    Thread.currentThread().join();
  }
}
