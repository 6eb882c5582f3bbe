package pagemark.runtime;

import pagemark.embedded.RedisServer;
import pagemark.servers.MariaDbServer;
import pagemark.servers.PostgresServer;

/// The server that holds the index of packaged functions, and which of their jars knows it.
interface IndexSide extends AutoCloseable {
  /// As in `INDEX_URL`.
  String url();

  /// The template's `IndexKind`.
  String kind();

  @Override
  void close();

  static IndexSide redis() {
    return new Redis(RedisServer.start(RedisServer.Options.inMemory()));
  }

  static IndexSide postgreSql() {
    PostgresServer server = PostgresServer.start();
    return new Sql(server.url(), server::close);
  }

  static IndexSide mariaDb() {
    MariaDbServer server = MariaDbServer.start();
    return new Sql(server.url(), server::close);
  }

  /// The functions find it as they find their table.
  static IndexSide dynamoDb() {
    return new DynamoDb("dynamodb:pagemark-index?maxReadUnits=2000&maxWriteUnits=2000");
  }

  record DynamoDb(String url) implements IndexSide {
    @Override
    public String kind() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  record Sql(String url, Runnable end) implements IndexSide {
    @Override
    public String kind() {
      return "sql";
    }

    @Override
    public void close() {
      end.run();
    }
  }

  record Redis(RedisServer server) implements IndexSide {
    @Override
    public String url() {
      return server.uri().toString();
    }

    @Override
    public String kind() {
      return "redis";
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
