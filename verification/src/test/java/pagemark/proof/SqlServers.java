package pagemark.proof;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import pagemark.servers.MariaDbServer;
import pagemark.servers.PostgresServer;

/// An empty database of each kind, one after the other.
final class SqlServers {
  /// Those that are wanted.
  private static final String WANTED = requireNonNull(System.getProperty("databases"));

  private SqlServers() {}

  /// What is shown of a database.
  @FunctionalInterface
  interface Proof {
    /// @param url of an index, and of the driver
    void prove(String database, String url) throws Exception;
  }

  static void each(Proof proof) throws Exception {
    for (String database : List.of("SQLite", "PostgreSQL", "MariaDB")) {
      if (WANTED.contains(database.toLowerCase(Locale.ROOT))) {
        on(database, proof);
      }
    }
  }

  private static void on(String database, Proof proof) throws Exception {
    switch (database) {
      case "PostgreSQL" -> {
        try (PostgresServer server = PostgresServer.start()) {
          proof.prove(database, server.url());
        }
      }
      case "MariaDB" -> {
        try (MariaDbServer server = MariaDbServer.start()) {
          proof.prove(database, server.url());
        }
      }
      default -> inFile(database, proof);
    }
  }

  private static void inFile(String database, Proof proof) throws Exception {
    Path folder = Files.createTempDirectory("pagemark");
    try {
      proof.prove(database, "jdbc:sqlite:" + folder.resolve("index.db"));
    } finally {
      delete(folder);
    }
  }

  static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
