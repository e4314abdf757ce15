//! HTTP and WebSocket: the page's files, and messages to and from the threads of the tables.

use super::hall::{Hall, Spot};
use super::page;
use super::pictures;
use super::room::{Client, Role};
use super::told::complaint;
use super::wire::Message;
use crate::cli::PlayArgs;
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::{self, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use muniu_content::watch::Saved;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;

/// The longest message a page may send, in bytes: a script being saved is the largest thing there is.
const LONGEST: usize = 256 << 10;
/// What is read from a page at once, in bytes. Nearly all it says is shorter, and each page keeps as much memory.
const READ: usize = 4 << 10;
/// How many messages a page may send in a second.
const MOST: u32 = 60;
/// The port, unless another is asked for or it is taken.
const PORT: u16 = 7700;

/// Something for the thread of a table.
pub enum Command {
    Joined(Client),
    Left(Client),
    Said(Client, Box<Message>),
    /// Files were saved.
    Saved(Saved),
}

#[derive(Clone)]
struct Shared {
    hall: Hall,
    packs: Vec<PathBuf>,
    page: Option<PathBuf>,
}

/// Listen, on a thread of its own. Answers the address and the thread.
pub fn start(hall: Hall, packs: Vec<PathBuf>, args: &PlayArgs) -> Result<(SocketAddr, JoinHandle<()>)> {
    let shared = Shared { hall, packs, page: args.page.clone() };
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("can't start the server")?;
    let bind = |port: u16| {
        let wanted = SocketAddr::new(args.host, port);
        runtime.block_on(TcpListener::bind(wanted)).with_context(|| format!("can't listen on {wanted}"))
    };
    let listener = match args.port {
        Some(port) => bind(port)?,
        None => bind(PORT).or_else(|_| {
            eprintln!("muniu: port {PORT} is taken; another is used");
            bind(0)
        })?,
    };
    let address = listener.local_addr()?;
    // A question follows the view in a message of its own: it must not wait until that has been acknowledged.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let app = Router::new()
        .route("/ws", get(socket))
        .route("/pictures/{id}", get(pictures))
        .fallback(files)
        .with_state(shared);
    let thread = std::thread::Builder::new()
        .name("muniu-server".into())
        .spawn(move || {
            if let Err(error) = runtime.block_on(async { axum::serve(listener, app).await }) {
                eprintln!("muniu: the server stopped: {error}");
            }
        })
        .context("can't start the server's thread")?;
    Ok((address, thread))
}

async fn pictures(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match pictures::read(&shared.packs, &id) {
        Some((bytes, kind)) => {
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=600")];
            (headers, bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn files(State(shared): State<Shared>, uri: Uri) -> Response {
    match page::file(uri.path(), shared.page.as_ref()) {
        Some((bytes, kind)) => {
            let policy = "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; frame-ancestors 'none'";
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::CACHE_CONTROL, "no-store"),
                (header::CONTENT_SECURITY_POLICY, policy),
                (header::REFERRER_POLICY, "no-referrer"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn socket(
    State(shared): State<Shared>,
    Query(query): Query<BTreeMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = query.get("token").and_then(|token| shared.hall.find(token));
    match place {
        Some((spot, role)) => {
            upgrade.max_message_size(LONGEST).read_buffer_size(READ).on_upgrade(move |socket| talk(spot, role, socket))
        }
        None => (StatusCode::FORBIDDEN, "这个链接不属于这张桌子 / this link is not of this table").into_response(),
    }
}

async fn talk(spot: Arc<Spot>, role: Role, socket: WebSocket) {
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel::<String>();
    let waiting = Arc::new(AtomicUsize::new(0));
    let client = spot.room.join(role, sender, waiting.clone());
    spot.tell(Command::Joined(client));
    let (mut out, mut incoming) = socket.split();
    let mut budget = MOST;
    let mut second = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            text = receiver.recv() => {
                let Some(text) = text else { break };
                waiting.fetch_sub(text.len(), Ordering::Relaxed);
                if out.send(ws::Message::Text(text.into())).await.is_err() {
                    break;
                }
            }
            message = incoming.next() => {
                let Some(Ok(message)) = message else { break };
                let text = match message {
                    ws::Message::Text(text) => text,
                    ws::Message::Close(_) => break,
                    ws::Message::Binary(_) => {
                        spot.room.send(client, &complaint("这里不收二进制消息", "binary messages mean nothing here"));
                        continue;
                    }
                    _ => continue,
                };
                if budget == 0 {
                    spot.room.send(client, &complaint("一秒内消息太多，这条没有处理", "too many messages in one second; this one was dropped"));
                    continue;
                }
                budget -= 1;
                match serde_json::from_str::<Message>(&text) {
                    Ok(message) => spot.tell(Command::Said(client, Box::new(message))),
                    Err(error) => spot.room.send(client, &complaint(format!("看不懂这条消息：{error}"), format!("not understood: {error}"))),
                }
            }
            _ = second.tick() => budget = MOST,
        }
    }
    spot.room.leave(client);
    spot.tell(Command::Left(client));
}

/// Ask the system to show the page; if it can't, the address has been printed.
pub fn open_browser(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let opened = std::process::Command::new(program).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if opened.is_err() {
        eprintln!("muniu: open that address in a browser");
    }
}
