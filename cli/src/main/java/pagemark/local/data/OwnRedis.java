package pagemark.local.data;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import pagemark.embedded.RedisServer;

/// The stack's own Redis, which can be started again on its port if it ends by itself. It asks for
/// a password, as every user of this machine can reach the port, and Lua scripts have had holes.
public final class OwnRedis implements AutoCloseable {
  private static final int PASSWORD_BYTES = 16;

  private final RedisServer.Options options;
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private RedisServer server;
  private boolean isClosed;

  private OwnRedis(RedisServer.Options options) {
    this.options = options;
    this.server = RedisServer.start(options);
  }

  /// Starts it with a random password.
  ///
  /// @param port 0 for any free port
  /// @throws pagemark.embedded.ServerStartException if it does not start
  static OwnRedis start(int port) {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new OwnRedis(
        new RedisServer.Options(port, null).withPassword(HexFormat.of().formatHex(password)));
  }

  /// Its URL with the password. It stays the same if it is started again.
  URI uri() {
    return current().uri();
  }

  /// The process, for its pid and for signals.
  public ProcessHandle process() {
    return current().process();
  }

  /// Starts it again on the same port, with the same password. Does nothing once it is closed.
  ///
  /// @throws pagemark.embedded.ServerStartException if it does not start
  public synchronized void restart() {
    if (!isClosed) {
      int port = server.uri().getPort();
      server.close();
      server = RedisServer.start(options.withPort(port));
    }
  }

  /// Says that it will not be started again.
  ///
  /// @param told the name and the history, for the message
  public void giveUp(String told) {
    end.complete(told);
  }

  /// Completes when it is given up.
  CompletableFuture<String> end() {
    return end;
  }

  private synchronized RedisServer current() {
    return server;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    server.close();
  }
}
