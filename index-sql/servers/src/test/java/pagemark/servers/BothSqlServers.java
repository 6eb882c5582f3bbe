package pagemark.servers;

import static java.util.stream.Collectors.joining;

import java.util.stream.Stream;

/// Starts both servers, prints the pids of all their processes, and never ends by itself.
final class BothSqlServers {
  private BothSqlServers() {}

  public static void main(String[] args) throws InterruptedException {
    PostgresServer postgres = PostgresServer.start();
    MariaDbServer mariaDb = MariaDbServer.start();
    System.out.println(
        Stream.of(postgres.process(), mariaDb.process())
            .flatMap(server -> Machine.pids(server).stream())
            .map(String::valueOf)
            .collect(joining(" ")));
    Thread.currentThread().join();
  }
}
