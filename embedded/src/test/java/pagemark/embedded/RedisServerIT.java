package pagemark.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pagemark.embedded.RedisServer.Options;

final class RedisServerIT {
  @TempDir private Path temp;

  @Test
  void onlyThisMachineCanReachIt() throws IOException {
    try (RedisServer server = RedisServer.start(Options.inMemory())) {
      assertEquals("+PONG", ask(server, "PING"));
      Listening.assertOnLoopbackOnly(server.uri().getPort());
    }
  }

  /// A watcher keeps the server's first command line, which the server itself replaces.
  @Test
  void aPasswordIsAskedForAndShownToNobody() throws IOException {
    String password = "secret" + ProcessHandle.current().pid();
    Options options = Options.inMemory().withPassword(password);
    try (RedisServer server = RedisServer.start(options)) {
      assertTrue(ask(server, "EVAL 'return 1' 0").startsWith("-NOAUTH"));
      assertEquals("default:" + password, server.uri().getUserInfo());
      String told = ask(server, "AUTH default %s\r\nINFO server".formatted(password));
      String file = told.replaceFirst("(?s).*config_file:(\\S+).*", "$1");
      assertFalse(Files.exists(Path.of(file)), file);
      assertFalse(Processes.isMentioned(password));
    }
  }

  /// A PING without a password has the same answer while a server loads its data and later.
  @Test
  void aServerWithAPasswordIsReadyWhenItHasLoadedItsData() throws IOException {
    Options options = new Options(0, temp.resolve("data")).withPassword("secret");
    String writes =
        IntStream.range(0, 3_000).mapToObj("SET %d 1\r\n"::formatted).collect(Collectors.joining());
    try (RedisServer server = RedisServer.start(options)) {
      ask(server, "AUTH secret\r\n" + writes + "PING");
    }
    Options slow =
        new Options(0, options.dataDir(), List.of("--key-load-delay", "300"), null)
            .withPassword("secret");
    try (RedisServer server = RedisServer.start(slow)) {
      assertEquals("+OK\r\n:3000", ask(server, "AUTH secret\r\nDBSIZE"));
    }
  }

  /// The first argument of redis-server is its configuration.
  @Test
  void onlyThisUserMayReadThePasswordWhileTheServerStarts() throws IOException {
    Path binary =
        Files.writeString(temp.resolve("binary"), "#!/bin/sh\nls -l $1; cat $1; exit 1\n");
    Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));
    Options options = new Options(0, null, List.of(), binary).withPassword("secret");
    StartFailure.assertNames(() -> RedisServer.start(options), "-rw------- ", "requirepass secret");
  }

  @Test
  void aPasswordThatCouldBeMoreThanOneWordIsRefusedAndNotShown() {
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Options.inMemory().withPassword("secret\nport 1"));
    assertEquals("The password is not of letters and digits only", refused.getMessage());
  }

  private static String ask(RedisServer server, String command) throws IOException {
    try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
      socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(US_ASCII));
      String replies = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      return replies.replaceFirst("(\\+OK)?\r\n$", "").replaceFirst("\r\n$", "");
    }
  }
}
