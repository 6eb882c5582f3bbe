package pagemark.benchmark.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;
import pagemark.benchmark.Effort;
import pagemark.benchmark.measure.Recorder;
import pagemark.servers.MariaDbServer;
import pagemark.servers.MySqlServer;
import pagemark.servers.PostgresServer;

/// An empty database of each kind, one after the other.
final class Databases {
  private static final List<String> ALL = List.of("SQLite", "PostgreSQL", "MariaDB", "MySQL");

  private Databases() {}

  /// What is done with a database.
  @FunctionalInterface
  interface Work {
    /// @param url of an index, and of the driver
    void on(String database, String url) throws Exception;
  }

  /// @param effort leaves MySQL out if it is the smallest, because the start takes seconds
  /// @param recorder is told which databases this machine does not have
  static void each(Effort effort, Recorder recorder, Work work) throws Exception {
    for (String database : effort == Effort.SMOKE ? ALL.subList(0, 3) : ALL) {
      try {
        on(
            database,
            (name, url) -> {
              try (PlainTable table = PlainTable.connect(url)) {
                recorder.setting(name, table.version());
              }
              work.on(name, url);
            });
      } catch (TestAbortedException e) {
        recorder.setting("NOT RUN", database + ": " + e.getMessage());
      }
    }
  }

  private static void on(String database, Work work) throws Exception {
    switch (database) {
      case "PostgreSQL" -> {
        try (PostgresServer server = PostgresServer.start()) {
          work.on(database, server.url());
        }
      }
      case "MariaDB" -> {
        try (MariaDbServer server = MariaDbServer.start()) {
          work.on(database, server.url());
        }
      }
      case "MySQL" -> {
        try (MySqlServer server = MySqlServer.start()) {
          work.on(database, server.url());
        }
      }
      default -> inFile(database, work);
    }
  }

  static void inFile(String database, Work work) throws Exception {
    Path folder = Files.createTempDirectory("pagemark");
    try {
      work.on(database, "jdbc:sqlite:" + folder.resolve("index.db"));
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
