package pagemark.index;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A server's certificate, the authority that signed it, and its key, as PEM files. The JDK's
/// keytool makes them.
public record ServerCertificate(KeyStore store, Path authority, Path certificate, Path key) {
  public static final String PASSWORD = "changeit";
  private static final String HERE = "ip:127.0.0.1,dns:localhost";
  private static final List<String> CURVE = List.of("-keyalg", "EC", "-groupname", "secp256r1");
  private static final int KEYTOOL_SECONDS_MAX = 60;

  /// A store's password is hashed 10,000 times by default, at each write and each read.
  private static final List<String> HASH_PASSWORDS_ONCE =
      Stream.of("mac", "certPbe", "keyPbe")
          .map(part -> "-J-Dkeystore.pkcs12." + part + "IterationCount=1")
          .toList();

  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));

  /// Makes a certificate for this machine.
  public static ServerCertificate here(Path folder) {
    return of(folder, HERE);
  }

  /// The same for a server that knows no elliptic curves.
  public static ServerCertificate withoutCurves(Path folder) {
    return of(folder, List.of("-keyalg", "RSA", "-keysize", "2048"), HERE);
  }

  /// @param names as in `ip:127.0.0.1,dns:localhost`
  /// @param options more of keytool's own
  public static ServerCertificate of(Path folder, String names, String... options) {
    return of(folder, CURVE, names, options);
  }

  private static ServerCertificate of(
      Path folder, List<String> algorithm, String names, String... options) {
    Path file = folder.resolve("store.p12");
    List<String> signed = new ArrayList<>(List.of("-signer", "authority", "-ext", "san=" + names));
    signed.addAll(algorithm);
    signed.addAll(List.of(options));
    List<String> authority = new ArrayList<>(List.of("-ext", "bc:c"));
    authority.addAll(CURVE);
    try {
      makePair(file, "authority", authority);
      makePair(file, "server", signed);
      return of(folder, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void makePair(Path file, String alias, List<String> options) throws IOException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", alias));
    command.addAll(List.of("-keystore", file.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD, "-dname", "CN=" + alias));
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(HASH_PASSWORDS_ONCE);
    command.addAll(options);
    run(command);
  }

  private static void run(List<String> command) throws IOException {
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!keytool.waitFor(KEYTOOL_SECONDS_MAX, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IOException("keytool does not make a certificate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      keytool.destroyForcibly();
    }
  }

  private static ServerCertificate of(Path folder, Path file)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    byte[] key = store.getKey("server", PASSWORD.toCharArray()).getEncoded();
    return new ServerCertificate(
        store,
        pem(folder.resolve("authority.pem"), "CERTIFICATE", certificate(store, "authority")),
        pem(folder.resolve("server.pem"), "CERTIFICATE", certificate(store, "server")),
        pem(folder.resolve("key.pem"), "PRIVATE KEY", key));
  }

  private static byte[] certificate(KeyStore store, String alias) throws GeneralSecurityException {
    return store.getCertificate(alias).getEncoded();
  }

  private static Path pem(Path file, String kind, byte[] der) throws IOException {
    String text =
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
            .formatted(kind, LINES.encodeToString(der));
    return Files.writeString(file, text);
  }

  /// A trust store of type JKS with only this authority. Its password is [#PASSWORD]. Each new
  /// connection reads it, which takes 20,000 hashes with the type PKCS12.
  public Path truststore() {
    try {
      KeyStore trusted = KeyStore.getInstance("JKS");
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", store.getCertificate("authority"));
      Path file = certificate.resolveSibling("trusted.jks");
      try (OutputStream out = Files.newOutputStream(file)) {
        trusted.store(out, PASSWORD.toCharArray());
      }
      return file;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
