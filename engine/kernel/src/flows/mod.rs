//! The flows of chapter 4 of the rules, one file each, named as the rules name them.

mod aims;
mod answer;
mod area;
pub mod ask;
pub mod damage;
mod death;
mod deem;
mod delayed;
mod dying;
mod effect;
pub mod extra;
mod hp;
mod judge;
mod mark;
pub mod move_cards;
pub mod need;
pub mod pindian;
mod respond;
mod settle;
mod skill;
mod stand;
mod state_change;
mod turn;
mod turn_plan;
pub mod use_card;
mod use_skill;
pub mod window;
