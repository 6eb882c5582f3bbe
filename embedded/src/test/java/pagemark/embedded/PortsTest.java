package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PortsTest {
  @Test
  void aPortInUseIsRefusedByItsNumber() throws IOException {
    try (ServerSocket taken = listenOn(0)) {
      int port = taken.getLocalPort();
      StartFailure.assertNames(() -> start(port), "Port " + port + " is in use");
    }
  }

  /// Another program may take a free port at any time, so several are tried.
  @Test
  void aFreePortIsHandedOverAsItIs() throws IOException {
    List<Integer> handedOver = new ArrayList<>();
    for (int attempt = 0; attempt < 5 && handedOver.isEmpty(); attempt++) {
      int port = freePort();
      try {
        handedOver.add(start(port));
        assertEquals(List.of(port), handedOver);
      } catch (ServerStartException taken) {
        handedOver.clear();
      }
    }
    assertEquals(1, handedOver.size(), "five ports were taken");
  }

  @Test
  void aServerThatLosesItsPortStartsOnAnother() throws IOException {
    List<ServerSocket> winners = new ArrayList<>();
    int port = Ports.start(0, given -> winners.isEmpty() ? lose(given, winners) : given);
    try (ServerSocket winner = winners.getFirst()) {
      assertNotEquals(winner.getLocalPort(), port);
    }
  }

  @Test
  void anErrorOtherThanALostPortIsNotTriedAgain() {
    List<Integer> given = new ArrayList<>();
    assertThrows(ServerStartException.class, () -> Ports.start(0, port -> fail(port, given)));
    assertEquals(1, given.size());
  }

  @Test
  void thePortLeavesRoomForARedisClusterBus() {
    assertTrue(start(0) <= 55_535);
  }

  @Test
  void portsBeyondTheirRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Ports.requireValid(-1));
    assertThrows(IllegalArgumentException.class, () -> Ports.requireValid(65_536));
  }

  private static int start(int port) {
    return Ports.start(port, given -> given);
  }

  private static int lose(int port, List<ServerSocket> winners) {
    try {
      winners.add(listenOn(port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new ServerStartException("lost");
  }

  private static int fail(int port, List<Integer> given) {
    given.add(port);
    throw new ServerStartException("failed");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = listenOn(0)) {
      return socket.getLocalPort();
    }
  }

  private static ServerSocket listenOn(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(Ports.address(port));
    return socket;
  }
}
